package live

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/sim"
)

// fake is a server that answers from a table and notes what it is sent.
type fake struct {
	// answers are by the start of the statement.
	answers map[string][][]string
	// fail are the errors by the start of the statement.
	fail     map[string]error
	sent     []string
	sessions int
	closed   int
	onExec   func(statement string)
}

// newFake is a MariaDB whose counters are off.
func newFake() *fake {
	return &fake{fail: map[string]error{}, answers: map[string][][]string{
		"show global variables": {
			{"version", "10.11.19-MariaDB"}, {"innodb_page_size", "16384"}, {"innodb_default_row_format", "dynamic"},
			{"innodb_file_per_table", "ON"}, {"datadir", "/nowhere"}, {"innodb_buffer_pool_size", "134217728"},
		},
		"select column_name":                                          {{"NAME"}},
		"select connection_id()":                                      {{"7"}},
		"select count(*) from inform":                                 {{"0"}},
		"select name from information_schema.innodb_metrics":          {{"index_page_merge_attempts"}, {"index_page_splits"}},
		"select @@global.innodb_monitor":                              {{""}},
		"select name, count":                                          {{"index_page_splits", "12"}},
		"show global status":                                          {{"Innodb_pages_read", "3"}, {"Innodb_history_list_length", "0"}},
		"select count(*) from `t`":                                    {{"20"}},
		"select index_name, stat_name":                                {{"PRIMARY", "size", "1"}, {"PRIMARY", "n_leaf_pages", "1"}},
		"select data_length":                                          {{"16384", "0", "0"}},
		"select file_size":                                            {{"65536"}},
		"select name from information_schema.innodb_sys_tables where": {{"pagesim_record/t"}},
		"select i.index_id":                                           {{"21", "PRIMARY"}},
		"select i.name":                                               {{"PRIMARY"}},
		"select index_name, number_records, data_size from":           {{"PRIMARY", "20", "700"}},
	}}
}

func (f *fake) open(context.Context) (session, error) {
	f.sessions++
	return fakeSession{f}, nil
}

type fakeSession struct{ *fake }

func (f fakeSession) close() error {
	f.closed++
	return nil
}

func (f fakeSession) exec(ctx context.Context, statement string) error {
	f.sent = append(f.sent, statement)
	if f.onExec != nil {
		f.onExec(statement)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for start, err := range f.fail {
		if strings.HasPrefix(statement, start) {
			return err
		}
	}
	return nil
}

func (f fakeSession) query(ctx context.Context, statement string) ([][]string, error) {
	longest := ""
	for start := range f.answers {
		if strings.HasPrefix(statement, start) && len(start) > len(longest) {
			longest = start
		}
	}
	return f.answers[longest], f.exec(ctx, statement)
}

// sentSince lists what was sent from a statement on.
func (f *fake) sentSince(start string) []string {
	i := slices.IndexFunc(f.sent, func(s string) bool { return strings.HasPrefix(s, start) })
	if i < 0 {
		return nil
	}
	return f.sent[i:]
}

// fakeRecorder records twenty rows from a fake, with a clock that stands still.
func fakeRecorder(t *testing.T, f *fake) *recorder {
	t.Helper()
	c, err := sim.ReadScenario(strings.NewReader(
		"batch: 10\nphases:\n  - insert: {rows: 25, keys: {id: uuidv4}}\n  - delete: {of: 1, limit: 5}\n"))
	require.NoError(t, err)
	script, err := sim.NewScript(c, sim.Env{})
	require.NoError(t, err)
	return &recorder{
		Options: Options{Name: "x", Approve: func(Plan) error { return nil }},
		script:  script, address: "10.0.0.1:3306", open: f.open,
		now:   func() time.Time { return time.Unix(0, 0) },
		sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
}

// undone is what puts the fake back.
var undone = []string{
	"drop database if exists pagesim_record",
	"set global innodb_monitor_disable = 'index_page_splits'",
	"set global innodb_monitor_disable = 'index_page_merge_attempts'",
	"set global innodb_monitor_enable = default",
	"set global innodb_monitor_disable = default",
}

func TestRecordFromTheBufferPool(t *testing.T) {
	f := newFake()
	r := fakeRecorder(t, f)
	var notes []string
	r.Note = func(text string) { notes = append(notes, text) }
	rec, err := r.record(t.Context())
	require.NoError(t, err)
	require.Equal(t, "20", rec.Indexes["PRIMARY"].Ascending)
	require.Equal(t, int64(20), rec.RowsFinal)
	require.Equal(t, []string{"insert", "delete"}, []string{rec.Phases[0].Op, rec.Phases[1].Op})
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "without their order")
	require.Equal(t, undone, f.sentSince("drop database"))
	require.Equal(t, 1, f.closed)
}

func TestNothingIsDoneWithoutApproval(t *testing.T) {
	f := newFake()
	r := fakeRecorder(t, f)
	declined := errors.New("declined")
	var plan Plan
	r.Approve = func(p Plan) error {
		plan = p
		return declined
	}
	_, err := r.record(t.Context())
	require.ErrorIs(t, err, declined)
	require.Equal(t, "MariaDB 10.11.19 at 10.0.0.1:3306: creates database pagesim_record with table t, sends 30 rows in 2 phases, "+
		"switches 2 counters of INNODB_METRICS on; then drops the database and switches them off", plan.String())
	for _, statement := range f.sent {
		require.Regexp(t, "^(show|select) ", statement)
	}
}

// TestAnErrorLeavesNothingBehind fails at one statement after the other.
func TestAnErrorLeavesNothingBehind(t *testing.T) {
	whole := newFake()
	_, err := fakeRecorder(t, whole).record(t.Context())
	require.NoError(t, err)
	for i, statement := range whole.sent {
		if slices.Contains(undone, statement) || strings.HasPrefix(statement, "unlock") {
			continue
		}
		f := newFake()
		broken := errors.New("broken")
		n := 0
		r := fakeRecorder(t, f)
		ctx, cancel := context.WithCancelCause(t.Context())
		f.onExec = func(string) {
			if n++; n == i+1 {
				cancel(broken)
			}
		}
		_, err := r.record(ctx)
		require.ErrorIs(t, err, context.Canceled, statement)
		requireUndone(t, f, i+1)
		require.Equal(t, f.sessions, f.closed)
	}
}

// requireUndone looks whether all that was done in the first n statements was undone
// by those after them.
func requireUndone(t *testing.T, f *fake, n int) {
	t.Helper()
	for _, statement := range f.sent[:n] {
		switch {
		case strings.HasPrefix(statement, "create database"):
			require.Contains(t, f.sent[n:], "drop database if exists pagesim_record")
		case strings.HasPrefix(statement, "set global innodb_monitor_enable = '"):
			require.Contains(t, f.sent[n:], strings.Replace(statement, "enable", "disable", 1))
		}
	}
}

func TestARefusedDatabaseIsNotDropped(t *testing.T) {
	f := newFake()
	f.fail["create database"] = refusal{errors.New("Access denied for user")}
	_, err := fakeRecorder(t, f).record(t.Context())
	require.ErrorContains(t, err, "Access denied")
	require.Empty(t, f.sentSince("drop database"))
	require.Contains(t, f.sent, undone[1])
}

func TestAnotherRecording(t *testing.T) {
	f := newFake()
	f.answers["select count(*) from inform"] = [][]string{{"1"}}
	_, err := fakeRecorder(t, f).record(t.Context())
	require.ErrorContains(t, err, "database pagesim_record exists already")
	require.Empty(t, f.sentSince("drop"))
}

func TestWhatIsLeftIsTold(t *testing.T) {
	f := newFake()
	f.fail["drop database"] = errors.New("gone away")
	_, err := fakeRecorder(t, f).record(t.Context())
	require.EqualError(t, err, "10.0.0.1:3306 is not as it was (gone away); run there: drop database if exists pagesim_record")
}

// TestAServerThatIsGone ends after its table was made.
func TestAServerThatIsGone(t *testing.T) {
	f := newFake()
	r := fakeRecorder(t, f)
	f.fail["insert"] = errors.New("invalid connection")
	r.open = func(ctx context.Context) (session, error) {
		if f.sessions > 0 {
			return nil, errors.New("refused")
		}
		return f.open(ctx)
	}
	_, err := r.record(t.Context())
	require.EqualError(t, err, "phase 1, insert: invalid connection\n10.0.0.1:3306 is not as it was (refused); run there: "+strings.Join(undone, "; "))
	require.Equal(t, 1, f.closed)
}

func TestServersThatCannotBeRecorded(t *testing.T) {
	f := newFake()
	f.answers["show global variables"] = [][]string{{"version", "8.4.0"}, {"innodb_page_size", "4096"}}
	_, err := fakeRecorder(t, f).record(t.Context())
	require.ErrorContains(t, err, `MySQL 8.4.0: innodb_page_size is "4096": only servers with 16384 can be recorded`)

	f = newFake()
	f.fail["set global"] = refusal{errors.New("you need SUPER")}
	_, err = fakeRecorder(t, f).record(t.Context())
	require.EqualError(t, err, "counter index_page_merge_attempts of INNODB_METRICS is off and cannot be switched on, "+
		"which needs the right to set global variables: you need SUPER")
	require.Empty(t, f.sentSince("create"))
}

func TestAPoolThatIsTooSmall(t *testing.T) {
	f := newFake()
	f.answers["select index_name, number_records, data_size from"] = [][]string{{"PRIMARY", "11", "385"}}
	_, err := fakeRecorder(t, f).record(t.Context())
	require.ErrorContains(t, err, "index PRIMARY: the pool does not hold all pages")
	require.ErrorContains(t, err, "134217728 bytes")
	require.Equal(t, undone, f.sentSince("drop database"))
}

// TestTargetsKeepTheirPassword: any part of what cannot be read may be a password.
func TestTargetsKeepTheirPassword(t *testing.T) {
	for _, dsn := range []string{
		"", "secret", "u:secret", "u:secret/", "u:sec/ret@tcp(h:1)", "u:secret@tcp(h:1", "secret:secret@secret(h)/", ":secret@tcp(h:1)/",
	} {
		_, err := ParseTarget(dsn, "secret")
		require.Error(t, err, dsn)
		require.NotContains(t, err.Error(), "sec")
		require.NotContains(t, err.Error(), "ret")
	}
	for dsn, want := range map[string]string{
		"u:secret@tcp(db.example.org:3307)/shop?timeout=1s": "db.example.org:3307",
		"u@tcp(127.0.0.1)/":             "127.0.0.1:3306",
		"u:s/e@c:r@unix(/tmp/my.sock)/": "/tmp/my.sock",
	} {
		target, err := ParseTarget(dsn, "other")
		require.NoError(t, err, dsn)
		require.Equal(t, want, target.String())
	}
}

func TestNoServer(t *testing.T) {
	target, err := ParseTarget("u:secret@tcp(127.0.0.1:1)/", "")
	require.NoError(t, err)
	r := fakeRecorder(t, newFake())
	_, err = Record(t.Context(), target, r.script, r.Options)
	require.EqualError(t, err, "no connection to 127.0.0.1:1: connect: connection refused")
}
