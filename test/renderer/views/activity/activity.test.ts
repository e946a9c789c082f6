import { describe, expect, it } from 'vitest';
import { answerWords, eventWords } from '../../../../src-renderer/activity/event-words.ts';
import { knowledgeGaps } from '../../../../src-renderer/activity/knowledge-gaps.ts';
import { tickTop } from '../../../../src-renderer/views/activity/activity-chart.tsx';
import { filterEvents, median, summarize } from '../../../../src-renderer/views/activity/activity-summary.ts';
import type { ActivityEvent } from '../../../../src-server/contract/api/activity.ts';

function event(changes: Partial<ActivityEvent>): ActivityEvent {
  return {
    at: '2026-11-20T09:14:02.000Z',
    client: 'curl',
    protocol: 'http',
    route: 'GET /v1/search',
    target: '',
    status: 200,
    durationMs: 1,
    ...changes,
  };
}

describe('knowledge gaps', () => {
  it('count one search once, however it was written, the most missed first', () => {
    const gaps = knowledgeGaps([
      event({ target: 'gorm', results: 0 }),
      event({ target: 'DuckDB', results: 0 }),
      event({ target: ' duckdb ', results: 0, client: 'cursor' }),
      event({ target: 'tokio', results: 3 }),
    ]);
    expect(gaps).toEqual([
      { query: 'duckdb', count: 2, clients: ['curl', 'cursor'] },
      { query: 'gorm', count: 1, clients: ['curl'] },
    ]);
  });

  it('are not requests that failed, or asked for nothing', () => {
    expect(
      knowledgeGaps([event({ target: 'x', results: 0, status: 400 }), event({ target: ' ', results: 0 })]),
    ).toEqual([]);
  });

  it('are not the halves of words that someone types into this window', () => {
    for (const client of ['Mozilla/5.0', 'skills-registry-window'])
      expect(knowledgeGaps([event({ target: 'duc', results: 0, client })])).toEqual([]);
  });
});

describe('a request in words', () => {
  it('says what it was and how it went', () => {
    const skillKey = 'rust/tokio-rs/tokio';
    expect(eventWords(event({ target: `${skillKey}/pitfalls.md`, skillKey, tokens: 671 }))).toBe(
      'read tokio pitfalls.md, 671 tokens',
    );
    expect(eventWords(event({ target: 'duckdb', results: 0 }))).toBe('found nothing for “duckdb”');
    expect(eventWords(event({ target: 'http', results: 4 }))).toBe('found 4 for “http”');
    expect(eventWords(event({ target: 'rust/x/y', status: 404 }))).toBe('was refused rust/x/y (404)');
    expect([200, 304, 404].map((status) => answerWords(event({ status })))).toEqual([
      'ok',
      'unchanged',
      '404',
    ]);
  });
});

describe('the summary', () => {
  it('tells the median, of an even number the middle of two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeUndefined();
    expect(summarize([])).toBe('');
    expect(summarize([event({ durationMs: 0.6 })])).toContain('1 request since');
  });

  it('keeps what holds every word of the filter', () => {
    const events = [event({ client: 'cursor', status: 404 }), event({ client: 'cursor' })];
    expect(filterEvents(events, 'CURSOR 404')).toEqual([events[0]]);
    expect(filterEvents(events, ' ')).toBe(events);
  });

  it('is filtered by the name that a program is shown by as well', () => {
    const own = event({ client: 'claude-code' });
    expect(filterEvents([own, event({})], 'Claude Code')).toEqual([own]);
    expect(filterEvents([own, event({})], 'claude-code')).toEqual([own]);
  });

  it('draws a slower request higher, and none off the chart', () => {
    expect(tickTop(1)).toBeLessThan(tickTop(0.2));
    expect(tickTop(0)).toBe(tickTop(0.1));
    expect(tickTop(10_000)).toBe(tickTop(10));
    expect(tickTop(10)).toBeGreaterThanOrEqual(0);
  });
});
