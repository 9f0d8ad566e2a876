/** Downloads a blob as a file. */
export const saveFile = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next task the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 0);
};
