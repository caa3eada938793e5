import { descriptors, type SetupGuide, type SourceDescriptor } from '@tealight/sources/descriptors';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

const sources: readonly SourceDescriptor[] = descriptors;

/** How each source is connected, with the mistakes that most failed connections come from. */
export function Setup() {
  return (
    <>
      {sources.map(({ name, type, label, guide }) => (
        <Fragment key={name}>
          {guide && <SourceGuide id={type.toLowerCase()} label={label} guide={guide} />}
        </Fragment>
      ))}
      <h2>When it does not work</h2>
      <p>
        The dashboard names what is wrong and what to do about it. A rejected login is never tried again
        automatically, so that no vendor locks your account. See the{' '}
        <Link to={`${paths.help}/faq`}>questions and answers</Link>.
      </p>
    </>
  );
}

type SourceGuideProps = { id: string; label: string; guide: SetupGuide };

function SourceGuide({ id, label, guide: { intro, steps, notes = [] } }: SourceGuideProps) {
  return (
    <>
      <h2 id={id}>{label}</h2>
      {intro && <p>{intro}</p>}
      <ol>
        {steps.map((step) => (
          <li key={step}>{marked(step)}</li>
        ))}
      </ol>
      {notes.map((note) => (
        <p key={note}>{marked(note)}</p>
      ))}
    </>
  );
}

/** Text with `**bold**` and `` `code` `` in it. */
function marked(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>;
    return part.startsWith('`') ? <code key={part}>{part.slice(1, -1)}</code> : part;
  });
}
