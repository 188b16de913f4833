/** The most levels of parentheses in a filter. */
const DEEPEST = 50;

/** A condition in a filter: an attribute with options, a matching rule, an operator, and an escaped value. */
const CONDITION =
  /(?:(?:[a-z][a-z\d-]*|\d+(?:\.\d+)+)(?:;[a-z\d-]+)*(?:(?::dn)?(?::[a-z\d.-]+)?:=|[~<>]?=)|(?::dn)?:[a-z\d.-]+:=)((?:[^()\\\0]|\\[\da-f]{2})*)/iy;

/** Returns what is wrong with a filter of LDAP (RFC 4515), in words that continue its name; undefined: nothing. */
export function filterError(filter: string): string | undefined {
  if (!filter.startsWith('(')) return `must begin with "(": ${filter}`;
  let at = 0;
  const expect = (letter: string): void => {
    if (filter[at] !== letter) throw new FilterError(`has no "${letter}"`, at);
    at++;
  };
  const readFilter = (depth: number): void => {
    if (depth > DEEPEST) throw new FilterError('has too many parentheses', at);
    expect('(');
    if (/[&|!]/.test(filter[at] ?? '')) readParts(depth);
    else readCondition();
    expect(')');
  };
  const readParts = (depth: number): void => {
    const isNot = filter[at++] === '!';
    readFilter(depth + 1);
    while (!isNot && filter[at] === '(') readFilter(depth + 1);
  };
  const readCondition = (): void => {
    CONDITION.lastIndex = at;
    if (!CONDITION.test(filter)) throw new FilterError('has no condition like attribute=value', at);
    at = CONDITION.lastIndex;
  };
  try {
    readFilter(0);
    if (at < filter.length) throw new FilterError('continues after its last ")"', at);
    return undefined;
  } catch (error) {
    if (error instanceof FilterError) return `${error.message} at character ${error.at + 1}: ${filter}`;
    throw error;
  }
}

class FilterError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
