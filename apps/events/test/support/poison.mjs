// A test loads this file into a service. It kills the process when the process parses a text with this mark, as exhausted memory would.
const MARK = 'ends-the-process';
const { parse } = JSON;
JSON.parse = (text, ...more) => {
  if (text.includes?.(MARK)) process.kill(process.pid, 'SIGKILL');
  return parse(text, ...more);
};
