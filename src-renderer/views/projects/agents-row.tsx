import { CommandLine } from '../../components/command-line.tsx';
import styles from './projects.module.css';

/** The page writes no files; a command does. */
export function AgentsRow() {
  return (
    <section className={`edged ${styles.agents}`} aria-label="What the project’s agents are told">
      <h2 className="mono">AGENTS.md</h2>
      <div className={styles.agentsWhy}>
        “sync” shows the change to AGENTS.md, asks, and writes it. Run it in the project’s folder:
        <CommandLine line="skills-registry sync" />
      </div>
    </section>
  );
}
