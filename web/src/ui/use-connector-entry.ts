import type { DexcomRegion } from '@tealight/contract';
import { useState } from 'react';
import { type Connector, connectorOf, isFilled, type SourceType, sentLogin } from './connectors.ts';

export const dexcomRegionNames: Readonly<Record<DexcomRegion, string>> = {
  US: 'United States',
  OUS: 'Outside the United States',
  JP: 'Japan and Singapore',
};

/** What was typed for one source, ready to be sent. */
export type SourceLogin = {
  type: SourceType;
  typed: Readonly<Record<string, string>>;
  /** Medtronic alone. */
  isUsRegion: boolean;
  /** Dexcom alone, and only after it refused: where the account was made. */
  region: DexcomRegion | null;
};

export type ConnectorEntry = {
  chosen: Connector | null;
  typed: Readonly<Record<string, string>>;
  isUsRegion: boolean;
  region: DexcomRegion | null;
  /** What can be sent now; null until everything that is asked for is filled. */
  login: SourceLogin | null;
  choose: (type: SourceType | null) => void;
  type: (name: string, text: string) => void;
  setUsRegion: (is: boolean) => void;
  setRegion: (region: DexcomRegion | null) => void;
};

/** A connection being typed. Another choice starts empty: a login of one vendor is none of another. */
export function useConnectorEntry(first: SourceType | null): ConnectorEntry {
  const [chosen, setChosen] = useState(() => (first === null ? null : connectorOf(first)));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isUsRegion, setUsRegion] = useState(false);
  const [region, setRegion] = useState<DexcomRegion | null>(null);
  const login = chosen === null || !isFilled(chosen, typed) ? null : loginOf(chosen);

  function loginOf(connector: Connector): SourceLogin {
    return { type: connector.type, typed: sentLogin(connector, typed), isUsRegion, region };
  }
  return {
    chosen,
    typed,
    isUsRegion,
    region,
    login,
    choose: (type) => {
      setChosen(type === null ? null : connectorOf(type));
      setTyped({});
      setRegion(null);
    },
    type: (name, text) => setTyped({ ...typed, [name]: text }),
    setUsRegion,
    setRegion,
  };
}
