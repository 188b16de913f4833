import { isResolved } from '../../../shared/resolved-topics.ts';
import { toggleResolved } from '../../actions/edit.ts';
import { finishStep } from '../../actions/onboarding.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import { STEPS } from '../../store/onboarding.ts';
import { store } from '../../store/store.ts';

/** Resolves or unresolves the topic of a message. Explains the first time what that means. */
export async function resolveTopic(id: number, topic: string): Promise<void> {
  const toggle = () => toggleResolved(id, topic);
  if (isResolved(topic) || !store.onboardingSteps.peek().has(STEPS.resolve)) return void (await reportResult(toggle()));
  const act = async () => {
    await toggle();
    await finishStep(STEPS.resolve);
  };
  confirm(
    { title: t('Resolve this topic?'), action: t('Resolve topic'), act },
    <p>
      {t(
        'A check mark shows everyone that the topic is done. Its messages stay, and people can still write in it or unresolve it.',
      )}
    </p>,
  );
}
