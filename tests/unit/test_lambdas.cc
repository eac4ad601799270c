/* test_lambdas.cc - wgcq.hpp: journeys of lambdas, against loops. */
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

extern "C" {
#include <cmocka.h>
}

#include <string>
#include <thread>
#include <vector>
#include <wgcq.hpp>

namespace
{

struct pair {
    int64_t x, y;
};

using numbers = std::vector<int64_t>;

/* x * 100 + y of every result. */
template <class R> numbers all(R &&results)
{
    numbers found;
    for (const pair &p : results)
        found.push_back(p.x * 100 + p.y);
    return found;
}

/* Functions of one type that differ by what they capture. */
auto chosen(int64_t low, int64_t high)
{
    return [=](wgcq::journey &j, pair &p) { return wgcq_choose_from(j, low, high, &p.y); };
}

template <class E, class F> std::string thrown(F &&call)
{
    try {
        call();
    } catch (const E &e) {
        return e.what();
    }
    return "nothing";
}

void gives_results_of_a_captured_bound(void **)
{
    for (int64_t most = 0; most < 6; most++) {
        numbers expected;
        for (int64_t x = 1; x <= most; x++)
            for (int64_t y = x; y <= most; y++)
                if ((x + y) % 3 == 0)
                    expected.push_back(x * 100 + y);
        auto thirds = [&](wgcq::journey &j, pair &p) {
            return wgcq_choose_from(j, 1, most, &p.x) && wgcq_choose_from(j, p.x, most, &p.y) &&
                   wgcq_guard(j, (p.x + p.y) % 3 == 0, "no multiple");
        };
        assert_true(all(wgcq::results(pair{}, thirds)) == expected);
    }
}

/* Two results at once, whose lambdas have one type. */
void keeps_two_apart(void **)
{
    wgcq::results few(pair{}, chosen(1, 3)), more(pair{7, 0}, chosen(4, 6));
    for (int64_t i = 1; i <= 3; i++) {
        assert_true(few.next() && more.next());
        assert_int_equal((*few).y, i);
        assert_int_equal((*more).y, 3 + i);
        assert_int_equal((*more).x, 7);
    }
    assert_false(few.next() || more.next());
}

void nests_lambdas(void **)
{
    const int64_t most = 20;
    auto divided = [&](wgcq::journey &j, pair &p) {
        return wgcq_choose_from(j, 2, p.x - 1, &p.y) && wgcq_guard(j, p.x % p.y == 0, nullptr);
    };
    auto number = [&](wgcq::journey &j, pair &p) { return wgcq_choose_from(j, 2, most, &p.x); };
    numbers prime, divisor, counted, listed, told;
    for (int64_t x = 2; x <= most; x++) {
        int64_t first = 0, count = 0, sum = 0;
        for (int64_t y = 2; y < x; y++)
            if (x % y == 0) {
                first = first ? first : y;
                count++;
                sum += y;
            }
        if (!first)
            prime.push_back(x * 100);
        else
            divisor.push_back(x * 100 + first);
        told.push_back(x * 100 + (first ? 1 : 0));
        counted.push_back(x * 100 + count);
        listed.push_back(x * 100 + sum);
    }
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &p) {
                    return number(j, p) && wgcq_none(j, wgcq::fn(divided));
                })) == prime);
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &p) {
                    return number(j, p) && wgcq_any(j, wgcq::fn(divided)) &&
                           wgcq_once(j, wgcq::fn(divided));
                })) == divisor);
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &p) {
                    bool yes;
                    return number(j, p) && wgcq_whether(j, wgcq::fn(divided), &yes) &&
                           (p.y = yes, true);
                })) == told);
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &p) {
                    uint64_t count;
                    return number(j, p) && wgcq_count(j, wgcq::fn(divided), &count) &&
                           (p.y = int64_t(count), true);
                })) == counted);
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &p) {
                    int64_t sum = 0;
                    auto add = [&](void *, const pair &q) { return sum += q.y, true; };
                    return number(j, p) &&
                           wgcq_find_all(j, wgcq::fn(divided), wgcq::fn(add), nullptr) &&
                           (p.y = sum, true);
                })) == listed);
}

/* Functions of other parameters: values, keys, groups. */
void aggregates_by_lambdas(void **)
{
    int64_t most = 7, base = 3;
    auto number = [&](wgcq::journey &j, pair &p) { return wgcq_choose_from(j, 1, most, &p.x); };
    auto journey = [&](wgcq::journey &j, pair &p) {
        int64_t least = 0, sum = 0, groups = 0;
        auto add = [&](void *, const int64_t &key, const pair &first, size_t count) {
            const pair *member = &first;
            for (size_t i = 0; i < count; i++)
                groups += key * member[i].x;
            return true;
        };
        bool all = wgcq_min(j, wgcq::fn(number),
                            wgcq::fn([&](const pair &q) { return base - q.x; }), &least) &&
                   wgcq_sum(j, wgcq::fn(number),
                            wgcq::fn([&](const pair &q) { return base * q.x; }), &sum) &&
                   wgcq_group_by(j, wgcq::fn(number),
                                 wgcq::fn([&](const pair &q, int64_t &key) { key = q.x % base; }),
                                 sizeof(int64_t), wgcq::fn(add), nullptr);
        p = {sum, least - groups};
        return all;
    };
    /* groups: 1 * (1 + 4 + 7) + 2 * (2 + 5) + 0 * (3 + 6) */
    assert_true(all(wgcq::results(pair{}, journey)) ==
                numbers{base * 28 * 100 + (base - most - 26)});
}

void replays_a_lambda(void **)
{
    pair p = {1, 0};
    const uint64_t choices[] = {3};
    auto shifted = chosen(10, 15);
    assert_int_equal(wgcq_replay(wgcq::fn(shifted), &p, sizeof p, nullptr, choices, 1, nullptr), 0);
    assert_int_equal(p.y, 13);
}

/* Lambdas of one type: in one call, one after the other in a statement, and in each other. */
void tells_lambdas_of_one_type_apart(void **)
{
    auto either = [](wgcq::journey &j, pair &) {
        return wgcq_or_else(j, wgcq::fn(chosen(1, 0)), wgcq::fn(chosen(5, 6)));
    };
    assert_true(all(wgcq::results(pair{}, either)) == (numbers{5, 6}));
    auto first = [](wgcq::journey &j, pair &) {
        return wgcq_or_else(j, wgcq::fn(chosen(3, 4)), wgcq::fn(chosen(5, 6)));
    };
    assert_true(all(wgcq::results(pair{}, first)) == (numbers{3, 4}));
    auto chain = [](wgcq::journey &j, pair &p) {
        return wgcq_repeat(j, 0, wgcq::fn(chosen(8, 9))) &&
               wgcq_repeat(j, 2, wgcq::fn(chosen(1, 2))) && (p.x = p.y, true) &&
               wgcq_once(j, wgcq::fn(chosen(7, 9)));
    };
    assert_true(all(wgcq::results(pair{}, chain)) == (numbers{107, 207, 107, 207}));
    struct fibonacci { /* nests itself, twice in a statement, and adds its number to y */
        int64_t n;
        bool operator()(wgcq::journey &j, pair &p) const
        {
            if (n < 2)
                return p.y += n, true;
            return wgcq_once(j, wgcq::fn(fibonacci{n - 1})) &&
                   wgcq_once(j, wgcq::fn(fibonacci{n - 2}));
        }
    };
    assert_true(all(wgcq::results(pair{}, fibonacci{15})) == numbers{610});
}

void refuses_more_of_one_type_than_it_has_room_for(void **)
{
    auto many = [](wgcq::journey &j, pair &) {
        wgcq::fn a(chosen(1, 1)), b(chosen(1, 1)), c(chosen(1, 1)), d(chosen(1, 1)),
            e(chosen(1, 1)), f(chosen(1, 1)), g(chosen(1, 1)), h(chosen(8, 9));
        return wgcq_any(j, a) && wgcq_once(j, h) && wgcq_none(j, wgcq::fn(chosen(1, 1)));
    };
    assert_string_equal(thrown<std::logic_error>([&] { all(wgcq::results(pair{}, many)); }).c_str(),
                        "more than 8 functions of one type");
    auto again = [](wgcq::journey &j, pair &) { return wgcq_any(j, wgcq::fn(chosen(1, 1))); };
    assert_int_equal(all(wgcq::results(pair{}, again)).size(), 1);
}

void loops_over_lambdas(void **)
{
    for (int64_t length = 0; length < 5; length++) {
        auto step = [&](wgcq::journey &j, pair &p) {
            size_t bit;
            if (!wgcq_choose(j, 2, &bit) || !wgcq_guard(j, p.x % 2 == 0 || !bit, "two ones"))
                return false;
            p.x = 2 * p.x + int64_t(bit);
            return p.y++, true;
        };
        numbers expected;
        for (int64_t x = 0; x < 1 << length; x++)
            if (!(x & x >> 1))
                expected.push_back(x * 100 + length);
        assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &) {
                        return wgcq_repeat(j, size_t(length), wgcq::fn(step));
                    })) == expected);
        assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &) {
                        auto done = wgcq::fn([&](const pair &p) { return p.y == length; });
                        return wgcq_until(j, done, wgcq::fn(step));
                    })) == expected);
    }
}

void passes_exceptions_on(void **)
{
    int place = 0;
    auto fails_at = [&](int here) {
        if (place == here)
            throw std::out_of_range("place " + std::to_string(here));
        return true;
    };
    auto journey = [&](wgcq::journey &j, pair &) {
        auto nested = [&](int here) {
            return [&, here](wgcq::journey &k, pair &p) {
                return wgcq_choose_from(k, 1, 2, &p.y) && fails_at(here);
            };
        };
        return fails_at(1) && wgcq_repeat(j, 3, wgcq::fn(nested(2))) &&
               wgcq_once(j, wgcq::fn(nested(3))) &&
               wgcq_find_all(j, wgcq::fn(nested(4)),
                             wgcq::fn([&](void *, const pair &) { return fails_at(5); }),
                             nullptr) &&
               wgcq_any(j, wgcq::fn([&](wgcq::journey &k, pair &) {
                            return wgcq_none(k, wgcq::fn([&](wgcq::journey &l, pair &) {
                                                 return fails_at(6) && wgcq_fail(l);
                                             }));
                        }));
    };
    for (place = 1; place <= 6; place++) {
        wgcq::results left(pair{}, journey);
        assert_string_equal(thrown<std::out_of_range>([&] { left.next(); }).c_str(),
                            ("place " + std::to_string(place)).c_str());
        assert_string_equal(
            thrown<std::runtime_error>([&] { left.next(); }).c_str(),
            "an iterator is advanced by its own journey, or that was left by a jump");
    }
    assert_int_equal(all(wgcq::results(pair{}, journey)).size(), 8);
}

void throws_errors(void **)
{
    auto raises = [](wgcq::journey &j, pair &) { return wgcq_raise(j, "so it is"); };
    wgcq::results raised(pair{}, raises);
    for (int i = 0; i < 2; i++)
        assert_string_equal(thrown<std::runtime_error>([&] { raised.next(); }).c_str(), "so it is");
    wgcq_iterator_options keyless = {};
    keyless.distinct = true;
    keyless.key = [](const void *, void *) {};
    auto made = [&] { wgcq::results refused(pair{}, raises, keyless); };
    assert_string_equal(thrown<std::runtime_error>(made).c_str(), "a key needs its size");
}

void goes_on_behind_a_limit(void **)
{
    wgcq_iterator_options three = {};
    three.max_runs = 3;
    wgcq::results some(pair{}, chosen(1, 5), three);
    assert_true(all(some) == (numbers{1, 2, 3}));
    assert_string_equal(wgcq_iterator_limit(some), "max_runs");
    assert_true(all(some) == (numbers{4, 5}));
    assert_null(wgcq_iterator_limit(some));
}

void returns_moves(void **)
{
    wgcq::results walk(pair{}, [](wgcq::journey &j, pair &) {
        return wgcq_repeat(j, 2, wgcq::fn([](wgcq::journey &k, pair &p) {
                               return wgcq_choose_from(k, 0, 1, &p.x) &&
                                      wgcq_move(k, p.x ? "up" : "down", 1 + p.x);
                           }));
    });
    assert_true(walk.next() && walk.next());
    assert_int_equal(wgcq_iterator_move_count(walk), 2);
    assert_string_equal(wgcq_iterator_move(walk, 0), "down");
    assert_string_equal(wgcq_iterator_move(walk, 1), "up");
    assert_int_equal(wgcq_iterator_cost(walk), 3);
}

/* Only a lambda that captures nothing outlives its wgcq::fn. */
void tells_when_a_function_is_gone(void **)
{
    int64_t low = 4;
    auto captures = [&](wgcq::journey &j, pair &p) { return wgcq_choose_from(j, low, 5, &p.y); };
    auto captures_nothing = [](wgcq::journey &j, pair &p) {
        return wgcq_choose_from(j, 6, 7, &p.y);
    };
    wgcq_journey_fn *gone = wgcq::fn(captures), *stays = wgcq::fn(captures_nothing);
    assert_true(all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &) {
                    return wgcq_once(j, stays);
                })) == numbers{6});
    wgcq::results lost(pair{}, [&](wgcq::journey &j, pair &) { return wgcq_once(j, gone); });
    assert_string_equal(thrown<std::logic_error>([&] { lost.next(); }).c_str(),
                        "a function is called whose wgcq::fn is gone");
}

/* One thread of several finds sums of three numbers from t to t + 1, and the last of them. */
bool finds_its_own(int64_t t)
{
    numbers expected;
    for (int64_t bits = 0; bits < 8; bits++)
        expected.push_back((3 * t + (bits >> 2) + (bits >> 1 & 1) + (bits & 1)) * 100 + t +
                           (bits & 1));
    auto step = [&](wgcq::journey &j, pair &p) {
        return wgcq_choose_from(j, t, t + 1, &p.y) && (p.x += p.y, true);
    };
    return all(wgcq::results(pair{}, [&](wgcq::journey &j, pair &) {
               return wgcq_repeat(j, 3, wgcq::fn(step)) && wgcq_any(j, wgcq::fn(chosen(t, t)));
           })) == expected;
}

void runs_in_threads(void **)
{
    int right[4] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&right, t] {
            for (int again = 0; again < 10000; again++)
                right[t] += finds_its_own(t);
        });
    for (std::thread &thread : threads)
        thread.join();
    for (int t = 0; t < 4; t++)
        assert_int_equal(right[t], 10000);
}

wgcq_iterator_options by_threads(unsigned count)
{
    wgcq_iterator_options options = {};
    options.threads = count;
    return options;
}

/* Each thread of the iterator makes the nested functions by itself: one that captures, one that
   does not, and two of one type. */
void divides_a_tree_among_threads(void **)
{
    numbers expected;
    const int64_t most = 60;
    for (int64_t x = 1; x <= most; x++)
        for (int64_t y = x; y <= most; y++)
            if ((x * y) % 7 == 3 && x % 5 != 2 && y % 3 != 1)
                expected.push_back(x * 100 + y);
    auto journey = [most](wgcq::journey &j, pair &p) {
        auto left = [&p](int64_t of, int64_t rest) {
            return [&p, of, rest](wgcq::journey &k, pair &) {
                return wgcq_guard(k, (of == 5 ? p.x : p.y) % of == rest, "left over");
            };
        };
        if (!wgcq_choose_from(j, 1, most, &p.x) || !wgcq_choose_from(j, p.x, most, &p.y))
            return false;
        wgcq::fn two(left(5, 2)), one(left(3, 1));
        wgcq::fn three([](wgcq::journey &k, pair &q) {
            return wgcq_guard(k, (q.x * q.y) % 7 == 3, "3 of 7");
        });
        return wgcq_none(j, two) && wgcq_none(j, one) && wgcq_any(j, three);
    };
    for (unsigned threads = 1; threads <= 4; threads++)
        for (int again = 0; again < 20; again++)
            assert_true(all(wgcq::results(pair{}, journey, by_threads(threads))) == expected);
}

/* An error that a thread's run raises, or its end, is that of one thread. */
void tells_errors_of_threads(void **)
{
    auto journey = [](wgcq::journey &j, pair &p) {
        return wgcq_choose_from(j, 1, 50, &p.x) && wgcq_choose_from(j, 1, 50, &p.y) &&
               (p.x < 30 || wgcq_raise(j, "thirty is too many"));
    };
    for (unsigned threads = 1; threads <= 4; threads++) {
        wgcq::results found(pair{}, journey, by_threads(threads));
        size_t count = 0;
        assert_string_equal(thrown<std::runtime_error>([&] {
                                while (found.next())
                                    count++;
                            }).c_str(),
                            "thirty is too many");
        assert_int_equal(count, 29 * 50);
        wgcq::results left(pair{}, journey, by_threads(threads)); /* while its threads search */
        assert_true(left.next() && (*left).x == 1 && (*left).y == 1);
    }
}

} // namespace

int main()
{
    const CMUnitTest tests[] = {
        cmocka_unit_test(gives_results_of_a_captured_bound),
        cmocka_unit_test(keeps_two_apart),
        cmocka_unit_test(nests_lambdas),
        cmocka_unit_test(aggregates_by_lambdas),
        cmocka_unit_test(replays_a_lambda),
        cmocka_unit_test(tells_lambdas_of_one_type_apart),
        cmocka_unit_test(refuses_more_of_one_type_than_it_has_room_for),
        cmocka_unit_test(loops_over_lambdas),
        cmocka_unit_test(passes_exceptions_on),
        cmocka_unit_test(throws_errors),
        cmocka_unit_test(goes_on_behind_a_limit),
        cmocka_unit_test(returns_moves),
        cmocka_unit_test(tells_when_a_function_is_gone),
        cmocka_unit_test(runs_in_threads),
        cmocka_unit_test(divides_a_tree_among_threads),
        cmocka_unit_test(tells_errors_of_threads),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
