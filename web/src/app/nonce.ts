/** The page's policy allows only style elements that carry this word; the server writes a new one into every answer. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// Where scrolling is locked behind a dialog, a library of the kit looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
