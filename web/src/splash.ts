/** Removes the splash screen of index.html. */
export function removeSplash(): void {
  document.querySelector('.splash')?.remove();
}
