import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Sentence } from './Sentence.tsx';

describe('a sentence with marked parts', () => {
  it('draws each part in its own way, and the words between as they are', () => {
    const { container } = render(
      <p>
        <Sentence
          text="Open <guide>the guide</guide>, then press <key>Save</key>."
          parts={{ guide: (words) => <a href="/help">{words}</a>, key: (words) => <b>{words}</b> }}
        />
      </p>,
    );
    expect(container.innerHTML).toBe('<p>Open <a href="/help">the guide</a>, then press <b>Save</b>.</p>');
  });

  it('shows what a person typed as text, whatever it looks like', () => {
    const name = '<script>alert(1)</script>';
    const text: string = `Sign in as <name>${name}</name>`;
    const { container } = render(
      <p>
        <Sentence text={text} parts={{ name: (words) => <b>{words}</b> }} />
      </p>,
    );
    expect(container.querySelector('script')).toBeNull();
    expect(container.textContent).toBe(`Sign in as ${name}`);
  });
});
