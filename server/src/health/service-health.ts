import { hostname } from 'node:os';
import { DisposableStack } from '@whatwg-node/disposablestack';
import type { Readiness } from '../http/health-routes.ts';
import { operatorProblemMail, operatorRecoveryMail } from '../mail/operator-templates.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { OnStoreFault } from '../shared/store-errors.ts';
import { type HealthChecks, openHealthChecks } from './checks.ts';
import { type HealthLog, type HealthPart, healthParts, openHealth, warningParts } from './health.ts';
import { type OperatorMailDependencies, openOperatorMails } from './operator-mails.ts';
import { partChecks } from './parts.ts';

type Log = HealthLog & OperatorMailDependencies['log'];
type Operator = { recipient: string; publicUrl: string; deliver: OperatorMailDependencies['deliver'] };

/** The health of Tealight itself. */
export type ServiceHealth = Disposable & {
  /** Reports a failure of the store, also before `watch`. */
  storeFailed: OnStoreFault;
  /**
   * Whether readings may be missing because of Tealight. A lost key is reported to the wearers that it concerns, and late
   * or missing alarms make no reading late.
   */
  hasProblem(): boolean;
  readiness: Readiness;
  measure(metrics: Metrics): void;
  /** Starts the checks; `operator` gets the emails. */
  watch(parts: Parameters<typeof partChecks>[0], operator: Operator | null): void;
};

/** Dependencies whose problem makes no reading late. */
const withoutReadings: readonly HealthPart[] = ['key', 'alarms', 'push'];
const isNeeded = (part: HealthPart) => !warningParts.includes(part);

export function openServiceHealth({ log, now }: { log: Log; now: () => number }): ServiceHealth {
  const health = openHealth({ log, now });
  const open = new DisposableStack();
  let checks: HealthChecks | null = null;
  const affected = () => health.problems().map(({ part }) => part);
  return {
    storeFailed: (error) => checks?.storeFailed(error),
    hasProblem: () => health.problems().some(({ part }) => !withoutReadings.includes(part)),
    readiness: {
      fresh: async (withinMs) => ((await checks?.fresh(withinMs)) ?? []).filter(isNeeded),
      missing: () => affected().filter(isNeeded),
      warnings: () => affected().filter((part) => !isNeeded(part)),
    },
    measure(metrics) {
      metrics.measure({
        name: 'tealight_problem',
        help: 'Whether a part of Tealight itself has a problem (1) or not (0), as this node sees it.',
        by: 'part',
        read: async () => {
          const parts = affected();
          return Object.fromEntries(healthParts.map((part) => [part, parts.includes(part) ? 1 : 0]));
        },
      });
    },
    watch(parts, operator) {
      checks = open.use(openHealthChecks({ health, checks: partChecks(parts), now }));
      if (operator === null) return;
      const place = { publicUrl: operator.publicUrl, machine: hostname() };
      open.use(
        openOperatorMails({
          health,
          log,
          now,
          recipient: operator.recipient,
          deliver: operator.deliver,
          problemMail: (problems) => operatorProblemMail(problems, place),
          overMail: (lastedMs) => operatorRecoveryMail(place, lastedMs),
        }),
      );
    },
    [Symbol.dispose]: () => open.dispose(),
  };
}
