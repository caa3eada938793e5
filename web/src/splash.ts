/** Removes the splash screen of index.html. */
export function removeSplash(): void {
  document.querySelector('.splash')?.remove();
}

/** Shows a message on the splash screen, in place of its title. */
export function showOnSplash(message: string): void {
  const title = document.querySelector('.splash b');
  if (title === null) return;
  title.setAttribute('role', 'alert');
  title.textContent = message;
}
