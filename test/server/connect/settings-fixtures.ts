import type { McpClientId } from '../../../src-server/contract/clients/clients.ts';

const VSCODE = `{
    // Servers that every workspace gets
    "servers": {
        "github": {
            "type": "http",
            "url": "https://api.githubcopilot.com/mcp/"
        }, // keep this one first
        /* "fetch": { "command": "uvx", "args": ["mcp-server-fetch"] } */
    },
    "inputs": [
        { "type": "promptString", "id": "token", "description": "Token", "password": true }
    ]
}
`;

/** Settings as people really have them, by client: with comments, other servers, and much that is none of our business. */
export const SETTINGS: Readonly<Partial<Record<McpClientId, string>>> = {
  'claude-code': `{
  "numStartups": 412,
  "installMethod": "native",
  "autoUpdates": false,
  "tipsHistory": {
    "new-user-warmup": 3,
    "shift-enter": 398
  },
  "projects": {
    "/home/me/work/shop": {
      "allowedTools": [],
      "mcpContextUris": [],
      "mcpServers": {},
      "enabledMcpjsonServers": [],
      "hasTrustDialogAccepted": true,
      "history": [{ "display": "fix the \\"flaky\\" test // please", "pastedContents": {} }]
    }
  },
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer \${GITHUB_TOKEN}" }
    }
  },
  "hasCompletedOnboarding": true
}
`,
  'claude-desktop': `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/me/Desktop"]
    }
  }
}`,
  cursor: `{
	"mcpServers": {
		"playwright": {
			"command": "npx",
			"args": ["@playwright/mcp@latest"],
		},
	},
}
`,
  vscode: VSCODE.replaceAll('\n', '\r\n'),
  'vscode-insiders': VSCODE,
  vscodium: VSCODE.replaceAll('    ', '\t'),
  windsurf:
    '\uFEFF{"mcpServers":{"memory":{"command":"npx","args":["-y","@modelcontextprotocol/server-memory"],"disabled":true}}}',
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed
// documentation: https://zed.dev/docs/configuring-zed
{
  "icon_theme": "Zed (Default)",
  "telemetry": { "diagnostics": false, "metrics": false },
  "ui_font_size": 16,
  "buffer_font_size": 15,
  "theme": {
    "mode": "system",
    "light": "One Light",
    "dark": "One Dark", // at night
  },
  "lsp": { "rust-analyzer": { "initialization_options": { "check": { "command": "clippy" } } } },
  // "context_servers": {},
}
`,
  devin: `{
  "mcpServers": {
    "linear": { "url": "https://mcp.linear.app/mcp", "transport": "http" },
  },
}
`,
  antigravity: `{
  "mcpServers": {
    "context7": { "serverUrl": "https://mcp.context7.com/mcp" }
  }
}`,
  'copilot-cli': `{
  "mcpServers": {
    "playwright": {
      "type": "local",
      "command": "npx",
      "args": ["@playwright/mcp@latest"],
      "tools": ["*"]
    }
  }
}
`,
  amp: `{
  "amp.notifications.enabled": false, // quiet
  "amp.mcpServers": {
    "playwright": { "command": "npx", "args": ["-y", "@playwright/mcp@latest"] }
  },
  "amp.permissions": []
}
`,
  'lm-studio': `{
  "mcpServers": {
    "hf-mcp-server": {
      "url": "https://huggingface.co/mcp",
      "headers": { "Authorization": "Bearer <YOUR_HF_TOKEN>" }
    }
  }
}
`,
  warp: `{
  "mcpServers": {
    "sentry": { "url": "https://mcp.sentry.dev/mcp" }
  }
}
`,
  junie: `{
  "mcpServers": {
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] }
  }
}
`.replaceAll('\n', '\r\n'),
  cline: `{
  "mcpServers": {
    "github": {
      "autoApprove": ["search_code"],
      "disabled": true,
      "timeout": 60,
      "type": "streamableHttp",
      "url": "https://api.githubcopilot.com/mcp/"
    }
  }
}
`,
  continue: `{
  "mcpServers": {}
}
`,
  kiro: `{
  "mcpServers": {
    "aws-docs": {
      "command": "uvx",
      "args": ["awslabs.aws-documentation-mcp-server@latest"],
      "disabled": false,
      "autoApprove": []
    }
  },
  "powers": { "mcpServers": {} }
}
`,
  'visual-studio': `{
  "inputs": [],
  "servers": {
    "github": { "url": "https://api.githubcopilot.com/mcp/" }
  }
}
`.replaceAll('\n', '\r\n'),
  opencode: `{
  "$schema": "https://opencode.ai/config.json",
  "theme": "system",
  "mcp": {
    // Started when it is asked for
    "playwright": { "type": "local", "command": ["npx", "@playwright/mcp@latest"], "enabled": true },
  },
}
`,
  'qwen-code': `{
  "mcpServers": {
    "context7": { "httpUrl": "https://mcp.context7.com/mcp" }
  },
  "$version": 3
}
`,
  'gemini-cli': `{
  "theme": "GitHub",
  "selectedAuthType": "oauth-personal",
  "mcpServers": {
  }
}
`,
};

export const CODEX_SETTINGS = `model = "gpt-5-codex"
approval_policy = "on-request"

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]

[projects."/home/me/work/shop"]
trust_level = "trusted"
`;
