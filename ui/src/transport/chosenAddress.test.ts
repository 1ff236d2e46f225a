import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage, forbiddenStorage } from '../../test/browserStorage.ts';
import { chooseAddress, chosenAddress } from './chosenAddress.ts';

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1:5050/ui/') });
  vi.stubGlobal('sessionStorage', browserStorage());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the page shows its own server until another node is chosen', () => {
  expect(chosenAddress()).toBe('http://127.0.0.1:5050');
  chooseAddress('http://localhost:6000');
  expect(chosenAddress()).toBe('http://localhost:6000');
  chooseAddress(undefined);
  expect(chosenAddress()).toBe('http://127.0.0.1:5050');
});

test('the page shows its own server where the browser forbids storage', () => {
  vi.stubGlobal('sessionStorage', forbiddenStorage());
  expect(chosenAddress()).toBe('http://127.0.0.1:5050');
});
