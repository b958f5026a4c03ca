/** Error texts for failed calls: the specification's text as headline, the server's message below it. */
import { type ReactNode, useCallback } from 'react';
import { StorageBlockedError, StorageFullError } from '../device/storage-errors.ts';
import { type MessageKey, type Translate, useT } from '../text/i18n.tsx';
import { ApiError, NetworkError } from './api.ts';
import { isStale } from './error-kinds.ts';

export interface FormIssue {
  /** Field name; nested fields use dots: location.address. */
  path: string;
  message: string;
}

/** Error of a form; issues are shown at their fields. */
export interface FormProblem {
  headline: ReactNode;
  detail?: ReactNode;
  issues?: readonly FormIssue[];
}

export function detailOf(error: unknown, t: Translate): string | undefined {
  if (error instanceof NetworkError) return t('ui.noAnswer');
  if (error instanceof StorageFullError) return t('ui.storageFull');
  if (error instanceof StorageBlockedError) return t('ui.storageBlocked');
  if (isStale(error)) return t('ui.stale');
  if (!(error instanceof ApiError)) return undefined;
  return error.isOurs && error.code === 'unknown-call' ? t('ui.appTooOld') : error.message;
}

export function problemOf(error: unknown, headline: string, t: Translate): FormProblem {
  return {
    headline,
    detail: detailOf(error, t),
    issues: error instanceof ApiError ? error.issues : [],
  };
}

/** One line for a toast, which has no fields to show issues at. */
export function problemLine(error: unknown, headline: string, t: Translate): string {
  const issues = error instanceof ApiError ? error.issues.map(({ message }) => message) : [];
  const details = issues.length > 0 ? issues : [detailOf(error, t)].filter((one) => one !== undefined);
  return [headline, ...details].map((part) => part.replace(/\.?$/, '.')).join(' ');
}

export function useProblemOf(): (error: unknown, headline: MessageKey) => FormProblem {
  const t = useT();
  return useCallback((error, headline) => problemOf(error, t(headline), t), [t]);
}
