import { commonText } from '../../text/common.ts';
import { helpText } from '../../text/help/pages.ts';
import { Sentence } from '../../text/Sentence.tsx';

/** The warning for every page on which somebody might rely on a color. */
export function NoMedicalDevice() {
  return (
    <p>
      <Sentence
        text={helpText.noMedicalDevice({ warning: commonText.frame.notMedical })}
        parts={{ strong: (words) => <strong>{words}</strong> }}
      />
    </p>
  );
}
