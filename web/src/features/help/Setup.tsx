import { descriptors, type SetupGuide, type SourceDescriptor } from '@tealight/sources/descriptors';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { setupText } from '../../text/help/setup.ts';
import { Sentence } from '../../text/Sentence.tsx';

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
      <h2>{setupText.problems.title}</h2>
      <p>
        <Sentence
          text={setupText.problems.about}
          parts={{ faq: (words) => <Link to={`${paths.help}/faq`}>{words}</Link> }}
        />
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
