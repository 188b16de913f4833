import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson } from '../../kernel/terminal/output.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { checksOf, type Finding } from './checks.ts';

const MARKS = { fact: ' ', well: '✓', warning: '!', problem: '✗' } as const;

/** Prints a report on this server and its machine. It contains no secrets, so it can be shared. */
export async function doctor(options: CommandOptions): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of checksOf(options)) {
    findings.push(finding);
    if (!options.json) console.log(`${MARKS[finding.state]} ${finding.name.padEnd(16)} ${finding.text}`);
  }
  if (options.json) printJson(findings);
  const problems = findings.filter(({ state }) => state === 'problem');
  if (problems.length === 0) return;
  const exit = problems.some(({ name }) => name === 'integrity') ? EXIT.damaged : EXIT.failure;
  throw new Failure(
    exit,
    `${problems.length === 1 ? '1 problem' : `${problems.length} problems`}: ${problems.map(({ name }) => name).join(', ')}`,
  );
}
