import { normalCode, showCode } from '@tealight/contract';
import { made } from './dom.ts';

export type CodeForm = {
  element: HTMLElement;
  /** Tells of a mistake in the code, which stands there to be corrected. */
  refuse: (code: string, mistake: string) => void;
  focus: () => void;
};

const malformed = 'A code has ten letters and digits, like k7m2q-x4w9d';

/** Asks for the connection code; `entered` gets it in its one form. */
export function codeForm(entered: (code: string) => void): CodeForm {
  const mistake = made('p', { id: 'mistake', className: 'mistake', attrs: { role: 'alert' } });
  const input = codeInput();
  const say = (sentence: string) => {
    mistake.textContent = sentence;
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  const form = formOf(input, mistake);
  input.oninput = () => say('');
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = normalCode(input.value);
    if (code === null) return say(malformed);
    input.value = showCode(code);
    entered(code);
  };
  const refuse = (code: string, sentence: string) => {
    input.value = showCode(code);
    say(sentence);
    input.focus();
  };
  return { element: form, refuse, focus: () => input.focus() };
}

const codeInput = () =>
  made('input', {
    id: 'code',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    maxLength: 24,
    placeholder: 'xxxxx-xxxxx',
    attrs: { 'aria-describedby': 'code-where mistake' },
  });

const formOf = (input: HTMLInputElement, mistake: HTMLElement) =>
  made(
    'form',
    { className: 'door', noValidate: true },
    made('h1', {}, 'Make this screen a lamp'),
    made('label', { htmlFor: 'code' }, 'Device Connection Code'),
    input,
    mistake,
    made('button', { type: 'submit', className: 'filled' }, 'Light the lamp'),
    made(
      'p',
      { id: 'code-where', className: 'hint' },
      'You find the code on your dashboard. This screen shows the current reading and its color.',
    ),
  );
