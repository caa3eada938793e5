/** Takes away what index.html shows until there is something else to see. */
export function endFirstLight(): void {
  document.querySelector('.first-light')?.remove();
}
