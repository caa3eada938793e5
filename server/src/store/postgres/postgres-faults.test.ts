import pg from 'pg';
import { expect, test } from 'vitest';
import { queryFault, serverStartError } from './postgres-faults.ts';

test.each([
  ['53300', 'All of its connections are taken: raise its max_connections, or run fewer machines'],
  ['57P03', 'Check the address, the login and that the server runs'],
])('[OPS-2] a start that PostgreSQL refuses with %s says what to do, and is tried again', (code, remedy) => {
  const failure = Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });
  const error = serverStartError(queryFault(failure));
  expect(error).toMatchObject({ isTemporary: true });
  expect(String(error)).toContain(`(${code}). ${remedy}`);
});
