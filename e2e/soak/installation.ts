import pg from 'pg';
import { freshDatabase } from '../browser/support/database.ts';
import { type Balancer, balancer } from '../support/balancer.ts';
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts';
import { type MailServer, mailServer } from '../support/mail-server.ts';
import { type OwnBroker, ownBroker } from '../support/own-broker.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';
import { KEYS } from '../support/two-nodes.ts';
import { connectPeople, type Person } from './people.ts';
import { openSensors, type Sensors } from './sensors.ts';

const NODES = 3;
/** On SIGUSR2 the clock of the node jumps so far ahead, and back with the next one. */
export const CLOCK_JUMP_MS = 90_000;
const jumpingClock = `const/**/real=Date.now;let/**/ahead=0;Date.now=()=>real()+ahead;process.on('SIGUSR2',()=>{ahead=ahead?0:${CLOCK_JUMP_MS}})`;

/** Three nodes behind a balancer, with everything they share and all that a test can break. */
export type Installation = AsyncDisposable & {
  front: Balancer;
  nodes: readonly RealProcess[];
  database: DatabaseProxy;
  broker: OwnBroker;
  mail: MailServer;
  sensors: Sensors;
  /** The wearers; several may belong to one account. */
  people: readonly Person[];
  /** Queries the database, past the proxy. */
  ask(sql: string): Promise<Record<string, unknown>[]>;
};

/** Starts it with so many connected wearers. */
export async function openInstallation(wearers: number): Promise<Installation> {
  await using left = new AsyncDisposableStack();
  const fresh = await freshDatabase('postgres');
  left.defer(fresh.drop);
  const direct = fresh.environment.DATABASE_URL ?? '';
  const [mail, broker] = [left.use(await mailServer()), left.use(await ownBroker())];
  const database = left.use(await databaseProxy(direct));
  const sensors = left.use(await openSensors(wearers));
  const environment = { SECRET_KEYS: KEYS, DATABASE_URL: database.url };
  const people = await connectedOn(environment, sensors);
  const nodes: RealProcess[] = [];
  for (let index = 0; index < NODES; index += 1)
    nodes.push(
      left.use(
        await realProcess({
          ...environment,
          MQTT_URL: broker.url,
          SMTP_URL: mail.url,
          PUBLIC_URL: 'http://127.0.0.1:9',
          NODE_OPTIONS: `--import=data:text/javascript,${jumpingClock}`,
        }),
      ),
    );
  const front = left.use(await balancer(nodes.map(({ url }) => url)));
  const client = new pg.Client(direct);
  await client.connect();
  left.defer(() => client.end());
  const opened = left.move();
  return {
    front,
    nodes,
    database,
    broker,
    mail,
    sensors,
    people,
    ask: async (sql) => (await client.query(sql)).rows as Record<string, unknown>[],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Signs the accounts up and connects their wearers, on a node that stores its emails in a folder. */
async function connectedOn(environment: Record<string, string>, sensors: Sensors): Promise<Person[]> {
  await using node = await realProcess(environment);
  return await connectPeople(node.url, sensors.all);
}
