import { setFlagsFromString } from 'node:v8';
import { answerTasks } from '../../../../kernel/task-process/answer-tasks.ts';
import { memoByValue } from '../../../../shared/memo.ts';
import { renderNotice, renderParts } from '../rendering/render-notice.ts';
import type { TemplateService } from '../types.ts';
import { checkTemplate } from './check-template.ts';
import { readTemplate, TemplateError } from './template-text.ts';
import type { RenderAnswer, RenderTask } from './types.ts';

/** The main function of the process that renders templates. One that needs more memory ends it. */
setFlagsFromString('--max-old-space-size=64');

/** The service of a text. The same object for the same text, because its compiled templates belong to it. */
const readService = memoByValue((text: string): TemplateService => {
  checkTemplate(text);
  const parts = readTemplate(text);
  return { name: 'custom', display_name: '', category: 'custom', accepts_text: true, samples: [], ...parts };
}, 20);

function render({ text, delivery }: RenderTask): RenderAnswer {
  try {
    const service = readService(text);
    if (!delivery) return { notice: null, parts: [] };
    const notice = renderNotice(service, delivery) ?? null;
    if (service.split === undefined) return { notice, parts: notice ? [notice] : [] };
    return { notice, parts: renderParts(service, delivery) };
  } catch (error) {
    const line = error instanceof TemplateError ? error.line : null;
    return { problem: { line, reason: (error as Error).message.split('\n', 1)[0]! } };
  }
}

// The engine is loaded before the first task, whose time is limited.
readService('text: {{ a }}');
answerTasks(render);
