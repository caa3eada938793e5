import { Button, Text } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useState } from 'react';
import { sharePageText } from '../../text/people/share-page.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { ageText } from '../reading/age.ts';
import { BesideOrb } from '../reading/BesideOrb.tsx';
import { currentOf } from '../reading/current-of.ts';
import { Orb } from '../reading/Orb.tsx';
import { ReadingAnnouncement } from '../reading/ReadingAnnouncement.tsx';
import { ReadingFacts } from '../reading/ReadingFacts.tsx';
import { valueText } from '../reading/reading-text.ts';
import { LampLook } from './LampLook.tsx';
import type { Shared } from './use-shared.ts';

/** The shared reading, or that there is none now. The reasons are the wearer's own and are not sent. */
export function SharedReading({ shared, now }: { shared: Shared; now: number }) {
  const { unit, state } = shared;
  const { current, last } = currentOf(shared, state === 'none' ? 'noConnectionSetup' : 'allGood', now);
  const [isLamp, setLamp] = useState(false);
  return (
    <>
      <BesideOrb orb={<Orb reading={current} unit={unit} flashing={false} />}>
        {current ? (
          <ReadingFacts reading={current} unit={unit} now={now} />
        ) : (
          <>
            <Text fw={500}>{sharePageText.state[state]}</Text>
            {last && (
              <Text c="dimmed">
                <Sentence
                  text={sharePageText.lastKnown({
                    age: ageText(last.time, now),
                    value: valueText(last, unit),
                  })}
                  parts={{ s: (words) => <s>{words}</s> }}
                />
              </Text>
            )}
          </>
        )}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsMaximize size={18} aria-hidden />}
          onClick={() => setLamp(true)}
        >
          {sharePageText.lamp.open}
        </Button>
      </BesideOrb>
      <ReadingAnnouncement reading={current} unit={unit} />
      {isLamp && <LampLook reading={current} unit={unit} now={now} onClose={() => setLamp(false)} />}
    </>
  );
}
