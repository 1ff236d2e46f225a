// CHROMIUM names the browser's program. With `npx playwright install chromium` it is not needed.
const { CHROMIUM, PORT = '4173' } = process.env;
const baseURL = `http://localhost:${PORT}`;

export default {
  testDir: 'tests',
  use: { baseURL, launchOptions: { ...(CHROMIUM && { executablePath: CHROMIUM }), args: ['--no-sandbox'] } },
  webServer: { command: `vite preview --port ${PORT} --strictPort`, url: baseURL },
  // A loaded machine must not turn a slow test into a wrong one.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
};
