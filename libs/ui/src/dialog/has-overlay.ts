/** Whether something lies over the page that has keys of its own: a dialog, unless it stands beside its page, or a menu. */
export const hasOverlay = (): boolean =>
  document.querySelector('[role=dialog]:not([data-beside]), [role=alertdialog], [role=menu]') !== null;
