export const saveFile = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revokes the URL in the next task, when the browser has started to read the blob.
  setTimeout(() => URL.revokeObjectURL(address), 0);
};
