import { whatCodeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { termsText } from '../../text/help/terms.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { NoMedicalDevice } from './NoMedicalDevice.tsx';

/** What using Tealight means. */
export function Terms() {
  const { about, noMedicalDevice, account, sources, warranty, leaving } = termsText;
  return (
    <>
      <p>{about}</p>
      <h2>{noMedicalDevice.title}</h2>
      <NoMedicalDevice />
      <h2>{account.title}</h2>
      <ul>
        <li>{account.ownName}</li>
        <li>{account.password}</li>
        <li>{account.ownReadings}</li>
        <li>{account.code({ whatCodeOpens })}</li>
      </ul>
      <h2>{sources.title}</h2>
      <p>{sources.about}</p>
      <h2>{warranty.title}</h2>
      <p>{warranty.about}</p>
      <h2>{leaving.title}</h2>
      <p>
        <Sentence
          text={leaving.about}
          parts={{ security: (words) => <Link to={paths.security}>{words}</Link> }}
        />
      </p>
    </>
  );
}
