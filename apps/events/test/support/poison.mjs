// Loaded into a service: its process ends without a word as soon as it parses a text with this mark, as after an endless loop or
// without memory.
const MARK = 'ends-the-process';
const { parse } = JSON;
JSON.parse = (text, ...more) => {
  if (text.includes?.(MARK)) process.kill(process.pid, 'SIGKILL');
  return parse(text, ...more);
};
