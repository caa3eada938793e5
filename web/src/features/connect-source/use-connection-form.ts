import type { SourceType } from '@tealight/contract';
import { useState } from 'react';
import { type Connector, connectorOf, isFilled, sentLogin } from './connectors.ts';

/** What was typed for one source, ready to be sent. */
export type SourceLogin = {
  type: SourceType;
  texts: Readonly<Record<string, string>>;
  /** The names of the boxes that are checked. */
  checkedBoxes: readonly string[];
  /** Where the source has regions, and only after it refused: the one in which the account was made. */
  region: string | null;
};

export type ConnectionForm = {
  chosen: Connector | null;
  texts: Readonly<Record<string, string>>;
  checkedBoxes: readonly string[];
  region: string | null;
  /** What can be sent now; null until everything that is asked for is filled. */
  login: SourceLogin | null;
  choose: (type: SourceType | null) => void;
  setText: (name: string, text: string) => void;
  setBox: (name: string, isChecked: boolean) => void;
  setRegion: (region: string | null) => void;
};

/** A connection being typed. Another choice starts empty: a login of one vendor is none of another. */
export function useConnectionForm(first: SourceType | null): ConnectionForm {
  const [chosen, setChosen] = useState(() => (first === null ? null : connectorOf(first)));
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [checkedBoxes, setCheckedBoxes] = useState<readonly string[]>([]);
  const [region, setRegion] = useState<string | null>(null);
  const login = chosen === null || !isFilled(chosen, texts) ? null : loginOf(chosen);

  function loginOf(connector: Connector): SourceLogin {
    return { type: connector.type, texts: sentLogin(connector, texts), checkedBoxes, region };
  }
  return {
    chosen,
    texts,
    checkedBoxes,
    region,
    login,
    choose: (type) => {
      setChosen(type === null ? null : connectorOf(type));
      setTexts({});
      setCheckedBoxes([]);
      setRegion(null);
    },
    setText: (name, text) => setTexts({ ...texts, [name]: text }),
    setBox: (name, isChecked) =>
      setCheckedBoxes(isChecked ? [...checkedBoxes, name] : checkedBoxes.filter((other) => other !== name)),
    setRegion,
  };
}
