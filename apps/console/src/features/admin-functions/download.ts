/** Has the browser save what a link answers. The server names the file, and says that it is one: the page stays. */
export const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
};
