import type { Tool } from './tool.ts';
import { branch } from './tools/branch.ts';
import { call } from './tools/call.ts';
import { compare } from './tools/compare.ts';
import { control } from './tools/control.ts';
import { coverage } from './tools/coverage.ts';
import { debug } from './tools/debug.ts';
import { deploy } from './tools/deploy.ts';
import { events } from './tools/events.ts';
import { explain } from './tools/explain.ts';
import { exportTool } from './tools/export.ts';
import { more } from './tools/more.ts';
import { profile } from './tools/profile.ts';
import { send } from './tools/send.ts';
import { simulate } from './tools/simulate.ts';
import { start } from './tools/start.ts';
import { state } from './tools/state.ts';
import { storage } from './tools/storage.ts';
import { undo } from './tools/undo.ts';

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  state,
  deploy,
  call,
  send,
  explain,
  debug,
  storage,
  events,
  simulate,
  branch,
  undo,
  compare,
  profile,
  coverage,
  control,
  exportTool,
  start,
  more,
];
