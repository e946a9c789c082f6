/**
 * Table of supported clients. A new client needs a row here and in docs/connect.md. Path syntax:
 * - `~`: home folder
 * - `<settings>`: `~/.config`, `~/Library/Application Support` or `%APPDATA%`
 * - `<xdg>`: XDG settings folder, on Linux and macOS
 * - `<roaming>`, `<local>`, `<windowsHome>`: Windows folders
 * - `<NAME|~/x>`: environment variable with default
 * - leading `?`: used only if the path or its folder exists
 *
 * Paths with a folder of another system are skipped.
 */
import { AGENT_ROWS } from './agent-rows.ts';
import { EDITOR_ROWS } from './editor-rows.ts';
import type { McpClientRow } from './mcp-client-row.ts';

const ROWS = { ...AGENT_ROWS, ...EDITOR_ROWS };

/** Name on the command line and in records. */
export type McpClientId = keyof typeof ROWS;

/** Agents first. */
export const CLIENT_ROWS: Readonly<Record<McpClientId, McpClientRow>> = ROWS;
