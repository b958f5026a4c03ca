/** Queries of the board. None is persisted on the device. */
import type { Api, BoardFigure, QueryInput } from '@ardhi/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';

export type BoardQuery = QueryInput<Api['GET /government/board']>;
/** `figure` comes from the URL; the server refuses an unknown one. */
export type RecordQuery = BoardQuery & { figure: BoardFigure; officialId?: string };

export const boardKeys = {
  board: (query: BoardQuery) => ['board', 'figures', query],
  records: (query: RecordQuery) => ['board', 'records', query],
  reports: ['board', 'reports'],
} as const;

const MAX_REPORTS = 24;
const PAGE = 50;

export const useBoard = (query: BoardQuery) =>
  useQuery({
    queryKey: boardKeys.board(query),
    meta: { failed: 'board.failed' },
    queryFn: ({ signal }) => call('GET /government/board', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Every fetch writes an access log entry. */
export const useBoardRecords = (query: RecordQuery) =>
  usePages('GET /government/board/records', {
    queryKey: boardKeys.records(query),
    failed: 'board.records.failed',
    query: { ...query, limit: PAGE },
    keepsPrevious: true,
  });

export const useBoardReports = () =>
  useQuery({
    queryKey: boardKeys.reports,
    meta: { failed: 'board.reports.failed' },
    queryFn: ({ signal }) =>
      callPage('GET /government/board/reports', { query: { limit: MAX_REPORTS }, signal }),
  });
