import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { contactText } from '../../text/help/contact.ts';
import { Sentence } from '../../text/Sentence.tsx';

/** Who can help. */
export function Contact() {
  const { emergency, operator, source, manufacturer, forOperators } = contactText;
  return (
    <>
      <h2>{emergency.title}</h2>
      <p>{emergency.about}</p>
      <h2>{operator.title}</h2>
      <p>{operator.about}</p>
      <h2>{source.title}</h2>
      <p>
        <Sentence
          text={source.about}
          parts={{ setup: (words) => <Link to={`${paths.help}/setup`}>{words}</Link> }}
        />
      </p>
      <h2>{manufacturer.title}</h2>
      <p>{manufacturer.about}</p>
      <h2>{forOperators.title}</h2>
      <p>
        <Sentence text={forOperators.about} parts={{ code: (words) => <code>{words}</code> }} />
      </p>
    </>
  );
}
