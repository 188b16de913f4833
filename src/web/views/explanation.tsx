import { finishStep } from '../actions/onboarding.ts';
import { addStyle } from '../design/load-style.ts';
import { Info } from '../design/more-icons.ts';
import { Button, Icon } from '../design/primitives.tsx';
import { reportResult } from '../design/report-result.ts';
import { t } from '../i18n/text.ts';
import type { Step } from '../store/onboarding.ts';
import { store } from '../store/store.ts';
import css from './explanation.css';

addStyle(css);

/** A line that explains a view, until the user has understood it. */
export function Explanation({ step, text }: { step: Step; text: string }) {
  if (!store.onboardingSteps.value.has(step)) return null;
  return (
    <p class="explanation" translate={false}>
      <Icon of={Info} size={16} />
      <span>{text}</span>
      <Button kind="quiet" onClick={() => void reportResult(finishStep(step))}>
        {t('Got it')}
      </Button>
    </p>
  );
}
