import { whatCodeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { privacyText } from '../../text/help/privacy.ts';
import { Sentence } from '../../text/Sentence.tsx';

/** What is kept, who sees it, and how it ends. */
export function Privacy() {
  const { about, kept, purpose, access, cookies, duration, rights } = privacyText;
  return (
    <>
      <p>{about}</p>
      <h2>{kept.title}</h2>
      <ul>
        <Kept text={kept.you} />
        <Kept text={kept.readings} />
        <Kept text={kept.settings} />
        <Kept text={kept.sourceLogin} />
        <Kept text={kept.password} />
        <Kept text={kept.devices} />
        <Kept text={kept.activity} />
      </ul>
      <h2>{purpose.title}</h2>
      <p>{purpose.about}</p>
      <h2>{access.title}</h2>
      <ul>
        <li>{access.you}</li>
        <li>{access.shareLinks}</li>
        <li>{whatCodeOpens}</li>
        <li>{access.alarms}</li>
        <li>{access.operator}</li>
      </ul>
      <p>{access.nobodyElse}</p>
      <h2>{cookies.title}</h2>
      <p>{cookies.about}</p>
      <h2>{duration.title}</h2>
      <p>{duration.about}</p>
      <h2>{rights.title}</h2>
      <p>
        <Sentence
          text={rights.about}
          parts={{
            account: (words) => <Link to={paths.account}>{words}</Link>,
            security: (words) => <Link to={paths.security}>{words}</Link>,
          }}
        />
      </p>
    </>
  );
}

/** One kind of data, which the sentence begins with. */
function Kept({ text }: { text: string }) {
  return (
    <li>
      <Sentence text={text} parts={{ strong: (words) => <strong>{words}</strong> }} />
    </li>
  );
}
