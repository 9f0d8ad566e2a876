// Loaded into a service: ends the process silently when it parses a text with this mark, like an endless loop or exhausted memory.
const MARK = 'ends-the-process';
const { parse } = JSON;
JSON.parse = (text, ...more) => {
  if (text.includes?.(MARK)) process.kill(process.pid, 'SIGKILL');
  return parse(text, ...more);
};
