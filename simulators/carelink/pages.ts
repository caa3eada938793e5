const style = `
  body { margin: 0; font: 16px/1.4 sans-serif; background: #f2f4f6; color: #1b1b1b; }
  main { width: 360px; margin: 48px auto; padding: 28px 36px; background: #fff; border: 1px solid #d5dae0; border-radius: 6px; }
  h1 { font-size: 22px; margin: 0 0 18px; color: #10387a; }
  label { display: block; margin: 12px 0 4px; font-size: 14px; }
  input:not([type=hidden]) { box-sizing: border-box; width: 100%; height: 42px; padding: 0 10px; font-size: 16px; border: 1px solid #9aa4b0; border-radius: 4px; }
  button { display: block; width: 100%; height: 44px; margin-top: 16px; font-size: 16px; border: 0; border-radius: 4px; background: #10387a; color: #fff; cursor: pointer; }
  button.quiet { background: #e3e8ef; color: #10387a; }
  iframe { display: block; width: 100%; height: 78px; margin-top: 16px; border: 0; }
  .error { display: block; margin-top: 10px; color: #b3261e; font-size: 14px; }`;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

function sheet(title: string, inside: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${inside}</main></body></html>`;
}

export type LoginPage = {
  state: string;
  /** Which of the two fields the page has; a name entered on the first page is fixed on the second. */
  asks: 'both' | 'name' | 'password';
  username?: string;
  captcha: boolean;
  error?: { code: string; text: string };
};

const captcha = `<input type="hidden" name="captcha" value=""><div id="ulp-recaptcha" data-captcha-provider="recaptcha_v2"><iframe title="reCAPTCHA" src="captcha"></iframe></div>
<script>addEventListener('message', (event) => { if (event.origin === location.origin) document.querySelector('[name=captcha]').value = event.data; });</script>`;

/** The page with name and password, similar to Auth0's. */
export function loginPage({ state, asks, username = '', captcha: guarded, error }: LoginPage): string {
  const name =
    asks === 'password'
      ? `<input type="hidden" name="username" value="${escaped(username)}">`
      : `<label for="username">Username</label><input name="username" id="username" autocomplete="username" value="${escaped(username)}">`;
  const password =
    asks === 'name'
      ? ''
      : `<label for="password">Password</label><input name="password" id="password" type="password" autocomplete="current-password">`;
  const wrong = error
    ? `<span id="error-element-password" class="ulp-input-error-message error" data-error-code="${error.code}">${error.text}</span>`
    : '';
  return sheet(
    'CareLink',
    `<form method="POST"><input type="hidden" name="state" value="${escaped(state)}">${name}${password}${wrong}${guarded ? captcha : ''}<button type="submit" name="action" value="default">Continue</button></form>`,
  );
}

/** The box to click. Only a click that a person could have made counts. */
export const captchaPage = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>reCAPTCHA</title><style>
  body { margin: 0; font: 15px sans-serif; background: #f9f9f9; border: 1px solid #d3d3d3; height: 74px; display: flex; align-items: center; gap: 14px; padding: 0 14px; }
  #box { width: 26px; height: 26px; border: 2px solid #8a8a8a; border-radius: 3px; background: #fff; cursor: pointer; text-align: center; line-height: 26px; color: #0a7d33; font-size: 22px; }
</style></head><body><div id="box" role="checkbox" aria-checked="false" tabindex="0"></div>I am not a robot<script>
  const box = document.getElementById('box');
  box.addEventListener('click', async (event) => {
    if (!event.isTrusted) return;
    box.textContent = '…';
    const answer = await fetch('captcha', { method: 'POST' });
    parent.postMessage((await answer.json()).token, location.origin);
    box.textContent = '✓';
    box.setAttribute('aria-checked', 'true');
  });
</script></body></html>`;

/** The consent page before the redirect with the code. */
export function consentPage(state: string): string {
  return sheet(
    'Share your data?',
    `<p>CarePartner asks to see your profile and your readings.</p><form method="POST"><input type="hidden" name="state" value="${escaped(state)}"><button name="action" value="accept">Accept</button><button class="quiet" name="action" value="deny">Decline</button></form>`,
  );
}

/** The page of an expired or unknown sign-in. */
export const expiredPage = sheet('Oops!', '<p>Your sign-in has expired. Go back and begin again.</p>');
