/** One line of a report. */
export interface Finding {
  name: string;
  /** `fact` is neither good nor bad. */
  state: 'fact' | 'well' | 'warning' | 'problem';
  text: string;
}

export const fact = (name: string, text: string): Finding => ({ name, state: 'fact', text });

export const judged = (
  name: string,
  well: boolean,
  text: string,
  otherwise: 'warning' | 'problem' = 'warning',
): Finding => ({ name, state: well ? 'well' : otherwise, text });
