/** Shows the result of a function, or its error, as JSON in an element that the test waits for. */
export async function show(run) {
  const output = document.createElement('output');
  try {
    output.textContent = JSON.stringify(await run());
  } catch (error) {
    output.textContent = JSON.stringify({ error: String(error), stack: error.stack });
  }
  document.body.append(output);
}
