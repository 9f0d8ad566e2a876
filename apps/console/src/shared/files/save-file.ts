/** Has the browser save a file. */
export const saveFile = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by the time that it is asked for anything else.
  setTimeout(() => URL.revokeObjectURL(address), 0);
};
