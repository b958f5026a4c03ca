import { useState } from 'react';
import type { FormProblem } from '../../lib/http/problem-text.ts';

/** Props of a `Form` that sends its values: an error of `send` becomes the form's problem, unless `explain` returns null. */
export function useSubmit<Values>(
  send: (values: Values) => Promise<unknown>,
  explain: (error: unknown) => FormProblem | null,
) {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const onSubmit = async (values: Values) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return { problem, onSubmit };
}
