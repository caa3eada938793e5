import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of real processes that take longest, longest first. */
const longest = ['nodes/soak', 'nodes/alarm-nodes', 'process/alarm-crash'];

/**
 * Spreads the tests of real processes, which mostly wait, in even steps between all others, which mostly compute; those
 * that take longest begin first. So neither the processors nor the last worker wait for long.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isOfProcess = (file: TestSpecification) => file.project.name === 'process';
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return place === -1 ? longest.length : place;
    };
    const groups = [
      sorted.filter(isOfProcess).sort((one, other) => rank(one) - rank(other)),
      sorted.filter((file) => !isOfProcess(file)),
    ];
    return groups
      .flatMap((group) => group.map((file, index) => ({ file, place: index / group.length })))
      .sort((one, other) => one.place - other.place)
      .map(({ file }) => file);
  }
}
