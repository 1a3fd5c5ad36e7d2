package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"

	"github.com/go-sql-driver/mysql"
)

// Target is a server and who asks it. It prints without the password.
type Target struct{ config *mysql.Config }

var errTarget = errors.New("want user:password@tcp(host:port)/ or user:password@unix(/path/of/socket)/")

// ParseTarget reads a DSN as Go's MySQL driver has it, such as
// user:password@tcp(127.0.0.1:3306)/; the database in it is of no use. The given
// password is taken if the DSN has none. Errors tell nothing of the DSN, any part of
// which may be a password.
func ParseTarget(dsn, password string) (Target, error) {
	c, err := mysql.ParseDSN(dsn)
	if err != nil || c.User == "" || c.Net != "tcp" && c.Net != "unix" {
		return Target{}, errTarget
	}
	if c.Passwd == "" {
		c.Passwd = password
	}
	c.DBName, c.Logger = "", &mysql.NopLogger{}
	return Target{c}, nil
}

// String is the address of the server.
func (t Target) String() string { return t.config.Addr }

// open connects to the server.
func (t Target) open(ctx context.Context) (session, error) {
	connector, err := mysql.NewConnector(t.config)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	pool := sql.OpenDB(connector)
	c, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("no connection to %s: %w", t, plain(err)), pool.Close())
	}
	return &connection{pool, c}, nil
}

// plain is an error without the address, which the caller names.
func plain(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// session is a connection to a server. Its statements see its settings.
type session interface {
	exec(ctx context.Context, statement string) error
	// query returns rows of text, NULL being "".
	query(ctx context.Context, statement string) ([][]string, error)
	close() error
}

// connection is a session of database/sql.
type connection struct {
	pool *sql.DB
	*sql.Conn
}

func (c *connection) close() error { return errors.Join(c.Close(), c.pool.Close()) }

func (c *connection) exec(ctx context.Context, statement string) error {
	_, err := c.ExecContext(ctx, statement)
	return refused(err)
}

func (c *connection) query(ctx context.Context, statement string) ([][]string, error) {
	rows, err := c.QueryContext(ctx, statement)
	if err != nil {
		return nil, refused(err)
	}
	defer func() { _ = rows.Close() }()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all [][]string
	for rows.Next() {
		values, into := make([]sql.NullString, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]string, len(values))
		for i, v := range values {
			row[i] = v.String
		}
		all = append(all, row)
	}
	return all, refused(rows.Err())
}

// refusal is what a server answers that did not do what it was asked to.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// refused marks the answers of a server among errors.
func refused(err error) error {
	var answer *mysql.MySQLError
	if errors.As(err, &answer) {
		return refusal{err}
	}
	return err
}
