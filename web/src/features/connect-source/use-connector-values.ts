import type { SourceType } from '@tealight/contract';
import { useState } from 'react';
import { type Connector, connectorOf, isFilled, sentLogin } from './connectors.ts';

/** What was typed for one source, ready to be sent. */
export type SourceLogin = {
  type: SourceType;
  typed: Readonly<Record<string, string>>;
  /** The names of the boxes that are ticked. */
  ticked: readonly string[];
  /** Where the source has regions, and only after it refused: the one in which the account was made. */
  region: string | null;
};

export type ConnectorEntry = {
  chosen: Connector | null;
  typed: Readonly<Record<string, string>>;
  ticked: readonly string[];
  region: string | null;
  /** What can be sent now; null until everything that is asked for is filled. */
  login: SourceLogin | null;
  choose: (type: SourceType | null) => void;
  type: (name: string, text: string) => void;
  tick: (name: string, is: boolean) => void;
  setRegion: (region: string | null) => void;
};

/** A connection being typed. Another choice starts empty: a login of one vendor is none of another. */
export function useConnectorEntry(first: SourceType | null): ConnectorEntry {
  const [chosen, setChosen] = useState(() => (first === null ? null : connectorOf(first)));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [region, setRegion] = useState<string | null>(null);
  const login = chosen === null || !isFilled(chosen, typed) ? null : loginOf(chosen);

  function loginOf(connector: Connector): SourceLogin {
    return { type: connector.type, typed: sentLogin(connector, typed), ticked, region };
  }
  return {
    chosen,
    typed,
    ticked,
    region,
    login,
    choose: (type) => {
      setChosen(type === null ? null : connectorOf(type));
      setTyped({});
      setTicked([]);
      setRegion(null);
    },
    type: (name, text) => setTyped({ ...typed, [name]: text }),
    tick: (name, is) => setTicked(is ? [...ticked, name] : ticked.filter((other) => other !== name)),
    setRegion,
  };
}
