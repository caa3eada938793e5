import { postgresAnswers } from '../e2e/browser/support/database.ts';
import { lostNotices } from './people/lost-notices.ts';
import { peopleStore } from './people/people-store.ts';
import { revocation } from './people/revocation.ts';
import { switching } from './people/switching.ts';
import type { Result } from './support/result.ts';

/** `PEOPLE_ACCOUNTS`: how many accounts; half as many wearers more, three follows each. */
const accounts = Number(process.env.PEOPLE_ACCOUNTS ?? 100_000);

/** Families: what rights cost each call, many accounts, live cards, the end of a right, and switching. */
export async function people(): Promise<Result[]> {
  const results = [...(await peopleStore('sqlite', accounts)), ...(await switching())];
  if (!(await postgresAnswers())) {
    process.stderr.write('PostgreSQL and two nodes are left out: none answers at TEST_DATABASE_URL.\n');
    return results;
  }
  return [
    ...results,
    ...(await peopleStore('postgres', accounts)),
    ...(await revocation()),
    ...(await lostNotices()),
  ];
}
