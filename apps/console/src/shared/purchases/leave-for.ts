/** Opens a page of the payment provider in the same tab. */
export const leaveFor = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noreferrer';
  link.click();
};
