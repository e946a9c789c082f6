// A complete pgx v5 program: pool, transaction, rows, batch, clean shutdown.
//
//	go mod init example && go get github.com/jackc/pgx/v5
//	DATABASE_URL='postgres://user:secret@localhost:5432/app' go run basic.go
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Task matches the columns of the table by name.
type Task struct {
	ID    int64   `db:"id"`
	Title string  `db:"title"`
	Note  *string `db:"note"` // a pointer, because the column may be NULL
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		// run has returned, so its deferred calls (pool.Close) are done.
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	cfg, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	cfg.MaxConns = 4
	cfg.ConnConfig.RuntimeParams["application_name"] = "pgx-basic"

	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer pool.Close() // blocks until every connection was returned

	// NewWithConfig does not wait for a connection; Ping does.
	pingCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := pool.Ping(pingCtx); err != nil {
		return fmt.Errorf("database not reachable: %w", err)
	}

	const ddl = `create table if not exists pgx_example_task (
		id bigint generated always as identity primary key,
		title text not null unique,
		note text
	)`
	if _, err := pool.Exec(ctx, ddl); err != nil {
		return err
	}
	if _, err := pool.Exec(ctx, "truncate pgx_example_task"); err != nil {
		return err
	}

	// All or nothing: BeginFunc commits on nil and rolls back on an error.
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for _, title := range []string{"write", "test", "ship"} {
			if _, err := tx.Exec(ctx, "insert into pgx_example_task (title) values ($1)", title); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}

	// A server error is recognised by its code, not by its text.
	_, err = pool.Exec(ctx, "insert into pgx_example_task (title) values ($1)", "ship")
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Code != "23505" {
		return fmt.Errorf("expected a unique violation, got %v", err)
	}
	fmt.Println("refused by constraint", pgErr.ConstraintName)

	// One placeholder takes a whole slice.
	wanted := []string{"ship", "write"}
	rows, _ := pool.Query(ctx,
		"select id, title, note from pgx_example_task where title = any($1) order by title", wanted)
	tasks, err := pgx.CollectRows(rows, pgx.RowToStructByName[Task])
	if err != nil {
		return err
	}
	if len(tasks) != 2 || tasks[0].Title != "ship" || tasks[1].Title != "write" || tasks[0].Note != nil {
		return fmt.Errorf("read %v, wanted ship and write without notes", tasks)
	}
	for _, t := range tasks {
		fmt.Println("task", t.Title, "has a note:", t.Note != nil)
	}

	// Two statements, one round trip. The callbacks run inside Close.
	var total, open int64
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from pgx_example_task").QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	batch.Queue("select count(*) from pgx_example_task where note is null").QueryRow(func(row pgx.Row) error {
		return row.Scan(&open)
	})
	if err := pool.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	if total != 3 || open != 3 {
		return fmt.Errorf("counted %d and %d, wanted 3 and 3", total, open)
	}
	fmt.Println("total", total, "open", open)

	_, err = pool.Exec(ctx, "drop table pgx_example_task")
	return err
}
