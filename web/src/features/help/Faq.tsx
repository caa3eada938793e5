import { whatCodeOpens } from '@tealight/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { faqText } from '../../text/help/faq.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { NoMedicalDevice } from './NoMedicalDevice.tsx';

/** What people ask. */
export function Faq() {
  const { readings, colors, privacy } = faqText;
  return (
    <>
      <NoMedicalDevice />
      <h2>{readings.title}</h2>
      <dl>
        <Item {...readings.delay} />
        <Item {...readings.whiteLamp} />
        <Item {...readings.difference} />
        <Item {...readings.twoSources} />
        <Item
          question={readings.browserTab.question}
          answer={
            <Sentence
              text={readings.browserTab.answer}
              parts={{ account: (words) => <Link to={paths.account}>{words}</Link> }}
            />
          }
        />
      </dl>
      <h2>{colors.title}</h2>
      <dl>
        <Item {...colors.meaning} />
        <Item {...colors.colorBlindness} />
        <Item {...colors.flashing} />
      </dl>
      <h2>{privacy.title}</h2>
      <dl>
        <Item {...privacy.vendorPassword} />
        <Item
          question={privacy.family.question}
          answer={
            <Sentence
              text={privacy.family.answer({ whatCodeOpens })}
              parts={{
                people: (words) => <Link to={paths.people}>{words}</Link>,
                lamp: (words) => <Link to={paths.lamp}>{words}</Link>,
              }}
            />
          }
        />
        <Item
          question={privacy.ownData.question}
          answer={
            <Sentence
              text={privacy.ownData.answer}
              parts={{ security: (words) => <Link to={paths.security}>{words}</Link> }}
            />
          }
        />
      </dl>
    </>
  );
}

function Item({ question, answer }: { question: string; answer: ReactNode }) {
  return (
    <>
      <dt>{question}</dt>
      <dd>{answer}</dd>
    </>
  );
}
