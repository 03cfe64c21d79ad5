// A reporter for node --test: one JSON line a finished test (suites themselves are not counted).
export default async function* tally(source) {
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, details, skip, todo, file } = event.data;
    if (details?.type === 'suite') continue;
    // A file that crashed outside any test reports itself as a failing test: it counts.
    const outcome =
      skip !== undefined || todo !== undefined ? 'skipped' : event.type === 'test:pass' ? 'passed' : 'failed';
    yield `${JSON.stringify({ outcome, name, file, reason: typeof skip === 'string' ? skip : '' })}\n`;
  }
}
