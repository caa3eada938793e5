import { normalCode, showCode } from '@tealight/contract';
import { createElement } from '../dom.ts';
import { lampText } from '../text/lamp.ts';
import './code-form.css';

export type CodeForm = {
  element: HTMLElement;
  /** Shows an error and fills in the code, so that it can be corrected. */
  showError: (code: string, error: string) => void;
  focus: () => void;
};

/** The form for the connection code; `onSubmit` gets the normalized code. */
export function codeForm(onSubmit: (code: string) => void): CodeForm {
  const error = createElement('p', { id: 'code-error', className: 'error', attrs: { role: 'alert' } });
  const input = codeInput();
  const setError = (message: string) => {
    error.textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
  };
  const form = formOf(input, error);
  input.oninput = () => setError('');
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = normalCode(input.value);
    if (code === null) return setError(lampText.form.malformed);
    input.value = showCode(code);
    onSubmit(code);
  };
  const showError = (code: string, message: string) => {
    input.value = showCode(code);
    setError(message);
    input.focus();
  };
  return { element: form, showError, focus: () => input.focus() };
}

const codeInput = () =>
  createElement('input', {
    id: 'code',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    maxLength: 24,
    placeholder: 'xxxxx-xxxxx',
    attrs: { 'aria-describedby': 'code-hint code-error' },
  });

const formOf = (input: HTMLInputElement, error: HTMLElement) =>
  createElement(
    'form',
    { className: 'code-form', noValidate: true },
    createElement('h1', {}, lampText.form.title),
    createElement('label', { htmlFor: 'code' }, lampText.form.code),
    input,
    error,
    createElement('button', { type: 'submit', className: 'filled' }, lampText.form.connect),
    createElement('p', { id: 'code-hint', className: 'hint' }, lampText.form.whereTheCodeIs),
  );
