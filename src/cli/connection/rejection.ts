import type { Outcome } from '../../kernel/http/control.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';

type Rejection = Extract<Outcome, { refused: string }>;

/** The error that ends a command whose operation was rejected. */
export const rejectionFailure = (rejection: Rejection): Failure =>
  new Failure(chooseExitCode(rejection), rejection.refused);

/** Some permission errors have no error code, only Zulip's text. */
function chooseExitCode({ status, code, refused }: Rejection): number {
  if (status === 404) return EXIT.notFound;
  const isForbidden =
    status === 401 ||
    status === 403 ||
    code === 'UNAUTHORIZED_PRINCIPAL' ||
    /insufficient permission|not have permission/i.test(refused);
  return isForbidden ? EXIT.notAllowed : EXIT.failure;
}
