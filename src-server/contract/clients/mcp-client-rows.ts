/**
 * Supported clients, also listed in docs/connect.md. Path syntax:
 * - `~`: home folder
 * - `<settings>`: `~/.config`, `~/Library/Application Support` or `%APPDATA%`
 * - `<xdg>`: XDG settings folder, on Linux and macOS
 * - `<roaming>`, `<local>`, `<windowsHome>`: Windows folders
 * - `<NAME|~/x>`: environment variable with default
 * - leading `?`: only if the path or its folder exists
 *
 * Skips paths with a folder of another system.
 */
import { AGENT_ROWS } from './agent-rows.ts';
import { EDITOR_ROWS } from './editor-rows.ts';
import type { McpClientRow } from './mcp-client-row.ts';

const ROWS = { ...AGENT_ROWS, ...EDITOR_ROWS };

/** In command lines and records. */
export type McpClientId = keyof typeof ROWS;

/** Agents first. */
export const CLIENT_ROWS: Readonly<Record<McpClientId, McpClientRow>> = ROWS;
